//! Encryption of a connection, and the certificates that it trusts.
//!
//! `sslmode=require`, `verify-ca` and `verify-full` are equivalent: the server must show a
//! certificate for its host name, signed by a root in the file `sslrootcert`, or otherwise by one
//! that the platform trusts. Any other mode, or none, means no encryption.

use std::path::{Path, PathBuf};

use postgres::config::SslMode;
use postgres::{Client, Config, NoTls};

use crate::store::StoreError;
use crate::store::address::take;

/// The encryption of connections.
pub(super) enum Tls {
    Off,
    #[cfg(feature = "postgres-tls")]
    On(tokio_postgres_rustls::MakeRustlsConnect),
}

impl Tls {
    /// Reads the TLS parameters of an address; returns the address without them.
    pub(super) fn of(address: &Path) -> Result<(PathBuf, Self), StoreError> {
        let not_an_address = || StoreError::Address(address.to_owned());
        let text = address.to_str().ok_or_else(not_an_address)?;
        let (rest, mode) = take(text, "sslmode");
        let (rest, roots) = take(&rest, "sslrootcert");
        let is_on = match mode.as_deref() {
            None => roots.is_some(),
            Some("disable" | "allow" | "prefer") => false,
            Some("require" | "verify-ca" | "verify-full") => true,
            Some(_) => return Err(not_an_address()),
        };
        let tls = if is_on { Self::on(address, roots.as_deref())? } else { Self::Off };
        Ok((rest.into(), tls))
    }

    #[cfg(not(feature = "postgres-tls"))]
    fn on(address: &Path, _: Option<&str>) -> Result<Self, StoreError> {
        Err(StoreError::TlsUnbuilt(address.to_owned()))
    }

    #[cfg(feature = "postgres-tls")]
    fn on(address: &Path, roots: Option<&str>) -> Result<Self, StoreError> {
        use rustls::pki_types::CertificateDer;
        use rustls::pki_types::pem::PemObject as _;

        let mut trusted = rustls::RootCertStore::empty();
        let place = roots.map_or(address.to_owned(), PathBuf::from);
        let io = |error: String| StoreError::io(&place, std::io::Error::other(error));
        if let Some(file) = roots {
            let certificates = CertificateDer::pem_file_iter(file);
            let certificates = certificates.map_err(|error| io(error.to_string()))?;
            for certificate in certificates {
                let certificate = certificate.map_err(|error| io(error.to_string()))?;
                trusted.add(certificate).map_err(|error| io(error.to_string()))?;
            }
        } else {
            // Unparsable certificates are skipped, as other clients do.
            trusted.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
        if trusted.is_empty() {
            return Err(io("there are no root certificates".to_owned()));
        }
        let provider = rustls::crypto::ring::default_provider().into();
        let config = rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| io(error.to_string()))?
            .with_root_certificates(trusted)
            .with_no_client_auth();
        Ok(Self::On(tokio_postgres_rustls::MakeRustlsConnect::new(config)))
    }

    pub(super) fn set(&self, config: &mut Config) {
        config.ssl_mode(match self {
            Self::Off => SslMode::Disable,
            #[cfg(feature = "postgres-tls")]
            Self::On(_) => SslMode::Require,
        });
    }

    pub(super) fn connect(&self, config: &Config) -> Result<Client, postgres::Error> {
        match self {
            Self::Off => config.connect(NoTls),
            #[cfg(feature = "postgres-tls")]
            Self::On(connector) => config.connect(connector.clone()),
        }
    }
}
