//! Locked candidates of a whole band or stack by table.

/// The segments (line in box) of a band or stack in which a digit is locked: 9 bits, three a line.
#[derive(Clone, Copy)]
pub struct Locked {
    /// All places of the box are in the segment, not all of the line: clears the rest of the line.
    pub pointing: u16,
    /// All places of the line are in the segment, not all of the box: clears the rest of the box.
    pub claiming: u16,
}

/// By the segments of a band or stack where a digit has places.
pub const LOCKED: [Locked; 512] = {
    let mut table = [Locked { pointing: 0, claiming: 0 }; 512];
    let mut places = 0;
    while places < 512 {
        let mut segment = 0;
        while segment < 9 {
            let this = 1 << segment;
            let line = (places as u16 & 0o7 << (segment / 3 * 3)) & !this;
            let boxed = (places as u16 & 0o111 << (segment % 3)) & !this;
            if places as u16 & this != 0 && (line == 0) != (boxed == 0) {
                if boxed == 0 {
                    table[places].pointing |= this;
                } else {
                    table[places].claiming |= this;
                }
            }
            segment += 1;
        }
        places += 1;
    }
    table
};

/// Which of its three segments the 9 cells of a line lie in.
pub const fn segments(line: u16) -> u16 {
    let any = line | line >> 1 | line >> 2;
    any & 1 | any >> 2 & 2 | any >> 4 & 4
}
