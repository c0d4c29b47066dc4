//! Encrypted connections, and builds without encryption.

use super::*;

/// An address that requires encryption is never used without it.
#[cfg(not(feature = "postgres-tls"))]
#[test]
fn without_tls_an_address_that_asks_for_it_is_refused() {
    for mode in ["sslmode=require", "sslmode=verify-full", "sslrootcert=ca.pem"] {
        let error = open(&format!("postgres://me:geheim@127.0.0.1:1/x?{mode}")).err().unwrap();
        assert!(matches!(&error, StoreError::TlsUnbuilt(_)), "{error}");
        assert!(!error.to_string().contains("geheim"), "{error}");
    }
}

#[test]
fn a_mode_that_is_none_is_refused() {
    let error = open("postgres://me@127.0.0.1:1/x?sslmode=perhaps").err().unwrap();
    assert!(matches!(error, StoreError::Address(_)), "{error}");
}

#[cfg(feature = "postgres-tls")]
mod built {
    use std::fs;
    use std::process::Command;

    use super::*;

    /// A certificate by our own authority, for one of two addresses of the server.
    #[test]
    #[ignore = "needs a server"]
    fn a_server_is_trusted_by_its_root_and_its_name() {
        let number = std::process::id();
        let at = |last: u8| format!("127.77.{}.{}", number % 250, last);
        let listen = format!("listen_addresses={},{}", at(1), at(2));
        let server = Server::start(&[&listen]).unwrap();
        let name = server.database();
        let name = Server::name(&name);
        let script = format!(
            "openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -subj /CN=test -days 2 && \
             openssl req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj /CN=server && \
             echo subjectAltName=IP:{} >names && \
             openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out server.crt -days 2 \
                 -extfile names && chmod 600 server.key && chown --reference=PG_VERSION server.key server.crt",
            at(1)
        );
        let folder = server.folder().join("data");
        let made = Command::new("sh").args(["-c", &script]).current_dir(&folder).output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        server.set("ssl", "on");
        // Readable by everyone.
        let roots = tempfile::tempdir().unwrap();
        let root = roots.path().join("a root.pem");
        fs::copy(folder.join("ca.pem"), &root).unwrap();
        let root = root.to_str().unwrap().replace(' ', "%20");

        let address =
            |host: &str, how: &str| format!("postgres://seeddb:geheim@{host}/{name}?{how}");
        let trusting = format!("sslmode=verify-full&sslrootcert={root}");
        assert!(make(&address(&at(1), &trusting), &OpenOptions::default()).unwrap());
        let encrypted = |how: &str| {
            let engine = open(&address(&at(1), how)).unwrap();
            let sql = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
                       WHERE ssl AND application_name = 'seeddb'";
            let count = server.psql("postgres", sql).unwrap();
            all(&engine, Table::Uses);
            count
        };
        for mode in ["require", "verify-ca", "verify-full"] {
            assert_eq!(encrypted(&format!("sslmode={mode}&sslrootcert={root}")), "1");
        }
        assert_eq!(encrypted("sslmode=disable"), "0");
        assert_eq!(encrypted("connect_timeout=9"), "0");
        let refused = |address: &str| {
            let error = open(address).err().unwrap().to_string();
            assert!(!error.contains("geheim"), "{error}");
            error
        };
        let error = refused(&address(&at(1), "sslmode=require"));
        assert!(error.contains("UnknownIssuer"), "no platform trusts this root: {error}");
        let error = refused(&address(&at(2), &trusting));
        assert!(error.contains("not valid for name"), "{error}");
        let error = refused(&address(&at(1), "sslmode=require&sslrootcert=/nowhere.pem"));
        assert!(error.starts_with("/nowhere.pem"), "{error}");
        server.set("ssl", "off");
        let error = refused(&address(&at(1), &trusting));
        assert!(error.contains("TLS"), "{error}");
    }
}
