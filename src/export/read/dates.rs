//! Dates in the notations of people and spreadsheets.

use jiff::civil::Date;

/// The names of months in English, German, French, Spanish, Italian, Portuguese and Dutch. Texts
/// may abbreviate them to three letters or more.
const MONTHS: [&[&str]; 12] = [
    &["january", "januar", "janvier", "enero", "gennaio", "janeiro", "januari", "jänner"],
    &["february", "februar", "février", "fevrier", "febrero", "febbraio", "fevereiro", "februari"],
    &["march", "märz", "maerz", "mars", "marzo", "março", "maart"],
    &["april", "avril", "abril", "aprile"],
    &["may", "mai", "mayo", "maggio", "maio", "mei"],
    &["june", "juni", "juin", "junio", "giugno", "junho"],
    &["july", "juli", "juillet", "julio", "luglio", "julho"],
    &["august", "août", "aout", "agosto", "augustus"],
    &["september", "septembre", "septiembre", "settembre", "setembro"],
    &["october", "oktober", "octobre", "octubre", "ottobre", "outubro"],
    &["november", "novembre", "noviembre", "novembro"],
    &["december", "dezember", "décembre", "decembre", "diciembre", "dicembre", "dezembro"],
];

/// Returns the date of a text: `2019-03-04` with or without a time, `2019/3/4`, `20190304`,
/// `4.3.2019`, `25/12/2019`, `12/25/2019`, `4 March 2019`, `Mar 4, 2019`, `4. März 2019`, `4 de
/// marzo de 2019`, `2019年3月4日`. `None` for other texts and for ambiguous ones, such as `3/4/2019`.
pub fn date(text: &str) -> Option<Date> {
    let text = text.trim().trim_matches('"');
    if text.len() > 60 {
        return None;
    }
    // Remove the time of day.
    let day = match text.split_once(['T', ' ']) {
        Some((day, time)) if time.contains(':') && day.len() > 7 => day,
        _ => text,
    };
    if day.len() == 8 && day.bytes().all(|byte| byte.is_ascii_digit()) {
        return civil(day[..4].parse().ok()?, day[4..6].parse().ok()?, day[6..].parse().ok()?);
    }
    let parts = day.split(['-', '/', '.', ' ', ',', '\u{a0}', '年', '月', '日']);
    let is_word = |part: &&str| !matches!(*part, "" | "de" | "of" | "den" | "le");
    let parts: Vec<&str> = parts.filter(is_word).collect();
    let [a, b, c] = parts[..] else { return None };
    let number =
        |part: &str| part.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse::<i16>().ok();
    let month = |part: &str| {
        let word = part.to_lowercase();
        let is_it = |name: &&str| word.chars().count() > 2 && name.starts_with(&*word);
        let place = MONTHS.iter().position(|names| names.iter().any(is_it))?;
        i16::try_from(place + 1).ok()
    };
    let is_year = |part: &str| part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_digit());
    match (month(a), month(b)) {
        (Some(month), _) if is_year(c) => civil(number(c)?, month, number(b)?),
        (_, Some(month)) if is_year(c) => civil(number(c)?, month, number(a)?),
        (_, Some(month)) if is_year(a) => civil(number(a)?, month, number(c)?),
        _ if is_year(a) => civil(number(a)?, b.parse().ok()?, c.parse().ok()?),
        _ if is_year(c) => {
            let (a, b) = (a.parse().ok()?, b.parse().ok()?);
            let is_by_point = day.contains('.');
            match (is_by_point || a > 12, b > 12) {
                (true, false) => civil(number(c)?, b, a),
                (false, true) => civil(number(c)?, a, b),
                _ if a == b => civil(number(c)?, a, b),
                _ => None,
            }
        }
        _ => None,
    }
}

fn civil(year: i16, month: i16, day: i16) -> Option<Date> {
    let year = Some(year).filter(|year| (1800..2200).contains(year))?;
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_people_write_them() {
        for text in [
            "2019-03-25",
            "2019-03-25T08:00:00Z",
            "2019-03-25 08:00",
            "2019/3/25",
            "20190325",
            "25.3.2019",
            "25.03.2019",
            "25/3/2019",
            "3/25/2019",
            "25 March 2019",
            "25 Mar 2019",
            "March 25, 2019",
            "Mar 25th 2019",
            "25-Mar-2019",
            "25. März 2019",
            "le 25 mars 2019",
            "25 de marzo de 2019",
            "25 MARÇO 2019",
            "2019年3月25日",
            "2019. 3. 25.",
            "\"2019-03-25\"",
        ] {
            assert_eq!(date(text), Some(jiff::civil::date(2019, 3, 25)), "{text}");
        }
        for text in [
            "3/4/2019",
            "2019-13-01",
            "2019",
            "53..7....",
            "12345678",
            "easy",
            "1.2.3",
            "2019-02-30",
            "",
        ] {
            assert_eq!(date(text), None, "{text}");
        }
    }
}
