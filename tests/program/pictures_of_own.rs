//! The user's pictures in books.

use std::fs;

use crate::home::Home;

/// Returns a PNG with a colour gradient.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut data = Vec::new();
    let mut encoder = png::Encoder::new(&mut data, width, height);
    encoder.set_color(png::ColorType::Rgb);
    let pixels: Vec<u8> = (0..width * height).flat_map(|i| [(i % 251) as u8, 40, 90]).collect();
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    data
}

fn count(data: &[u8], words: &[u8]) -> usize {
    data.windows(words.len()).filter(|window| *window == words).count()
}

/// Each picture is in the PDF once: those inside in grey, that on the cover in process colours. A
/// recorded book is made again with its pictures, and missing files are reported.
#[test]
fn a_book_has_pictures() {
    let home = Home::with_few_seeds();
    fs::create_dir(home.path("own")).unwrap();
    fs::write(home.path("own/wide.png"), png(1500, 700)).unwrap();
    fs::write(home.path("own/front.png"), png(1600, 1600)).unwrap();
    fs::write(home.path("own/dot.jpg"), include_bytes!("../data/dot.jpg")).unwrap();
    let text = "profile = \"pdfx\"\ndate = \"2027-01-31\"\nsize = \"a5\"\n[matter]\nfront = '''\n# Foreword\n\nA view:\n\n![the sea](wide.png)\n\n\
                And ![the sea](wide.png) again.\n'''\nback = '''\n# About\n![a dot](dot.jpg)\n'''\n[cover]\ndesign = \"gift\"\n\
                spine = \"6mm\"\nimage = \"front.png\"\n[[section]]\ntier = 1\ncount = 4\n";
    home.file("own/book.toml", text);
    home.run("book own/book.toml --final -o a.pdf", 0);
    let read = |name: &str| fs::read(home.path(name)).unwrap();
    let (inside, cover) = (read("a.pdf"), read("a-cover.pdf"));
    assert_eq!(count(&inside, b"/Subtype/Image"), 2);
    assert_eq!((count(&inside, b"/Width 1500"), count(&inside, b"/Width 8")), (1, 1));
    assert_eq!((count(&cover, b"/Width 1600"), count(&cover, b"/Subtype/Image")), (1, 1));
    // Where the files are missing, the command says so.
    home.run("book --book 1 -o b.pdf", 2).words(&["wide.png"]);
    for name in ["wide.png", "front.png", "dot.jpg"] {
        fs::copy(home.path(&format!("own/{name}")), home.path(name)).unwrap();
    }
    home.run("book --book 1 -o b.pdf", 0);
    assert!(read("b.pdf") == inside, "the same pages from the record");
    fs::write(home.path("small.png"), png(300, 200)).unwrap();
    let small = "book --final --level easy:2 --cover plain --cover-image small.png -o c.pdf";
    home.run(&small, 2).words(&["300 x 200 pixels", "300 to the inch"]);
    home.file("none.md", "![x](none.png)");
    home.run("book --level easy:2 --front none.md -o d.pdf", 2).words(&["none.png"]);
    home.file("text.png", "no picture");
    let text = "book --level easy:2 --cover gift --cover-image text.png -o e.pdf";
    home.run(&text, 2).words(&["neither PNG nor JPEG"]);
}
