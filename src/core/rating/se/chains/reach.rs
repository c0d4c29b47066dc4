//! [`Reach`]: all consequences of one assumption, with the causes of each node.

use std::cell::RefCell;
use std::rc::Rc;

use super::inner::{InnerHint, Use};
use super::{Bits, Cause, Chain, Implication, Node};
use crate::board::{Digit, House, bits};
use crate::rating::se::sheet::Candidate;

#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub node: Node,
    /// The node that it follows from directly; `None` for an assumption and for removals of inner
    /// rules.
    pub parent: Option<u16>,
    pub origin: Origin,
}

/// The origin of a node, with the candidates gone since the start that made it possible.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    Assumed,
    Excluded,
    /// Last in the cell; the digits gone.
    Cell(u16),
    /// Last in the house; the places gone.
    House(House, u16),
    /// By the inner rule of this index.
    Inner(u16),
}

/// All consequences of one assumption, up to the first contradiction.
pub(super) struct Reach {
    pub links: Vec<Link>,
    on: Bits,
    off: Bits,
    /// By node, its index in `links`; meaningless for nodes that do not follow.
    index: Box<[u16; Node::COUNT]>,
    /// The link that clashes, which is the last one, and the link that it clashes with.
    clash: Option<[u16; 2]>,
    pub uses: Vec<Use>,
    /// By link, the number of its different ancestors, itself included; 0 if not yet counted.
    sizes: RefCell<Vec<u32>>,
}

impl Reach {
    pub fn new() -> Self {
        Self {
            links: Vec::with_capacity(256),
            on: Bits::default(),
            off: Bits::default(),
            index: Box::new([0; Node::COUNT]),
            clash: None,
            uses: Vec::new(),
            sizes: RefCell::default(),
        }
    }

    /// Adds a node that is not yet known; returns its index.
    pub fn enter(&mut self, link: Link) -> u16 {
        let Node { candidate, on } = link.node;
        let number = self.links.len() as u16;
        self.links.push(link);
        self.index[link.node.index()] = number;
        if on {
            self.on.insert(candidate);
        } else {
            self.off.insert(candidate);
        }
        number
    }

    /// Adds a node that clashes with its contrary, which is known.
    pub fn enter_clash(&mut self, link: Link) {
        let other = self.index[link.node.contrary().index()];
        self.clash = Some([self.links.len() as u16, other]);
        self.links.push(link);
    }

    pub fn has(&self, node: Node) -> bool {
        self.known(node.on).contains(node.candidate)
    }

    /// Returns the candidates that are on, or those that are off.
    pub fn known(&self, on: bool) -> &Bits {
        if on { &self.on } else { &self.off }
    }

    /// Returns the candidates that are on, or those that are off, in the order in which they were
    /// reached.
    pub fn in_order(&self, on: bool) -> impl Iterator<Item = Candidate> + '_ {
        let clash = self.clash.map(|[last, _]| usize::from(last));
        let known = &self.links[..clash.unwrap_or(self.links.len())];
        known.iter().filter(move |link| link.node.on == on).map(|link| link.node.candidate)
    }

    /// Returns the ends of the two chains that clash: the node that is on, then the one that is
    /// off.
    pub fn clash(&self) -> Option<[usize; 2]> {
        let [last, known] = self.clash?.map(usize::from);
        Some(if self.links[last].node.on { [last, known] } else { [known, last] })
    }

    /// Returns the end of the chain to `node`, which follows.
    pub fn end(&self, node: Node) -> usize {
        self.index[node.index()].into()
    }

    /// Returns the number of different nodes of the chain to `end`.
    pub fn size(&self, end: usize) -> usize {
        let mut sizes = self.sizes.borrow_mut();
        sizes.resize(self.links.len(), 0);
        if sizes[end] == 0 {
            sizes[end] = self.ancestors(end).len() as u32;
        }
        sizes[end] as usize
    }

    /// Returns the indices of `end` and of all its ancestors, breadth first, each node once.
    pub fn ancestors(&self, end: usize) -> Vec<u16> {
        // The new node of a clash may be known, too, if an inner rule put off what is on.
        let node = self.links[end].node;
        self.ancestors_without(end, if self.has(node) { self.end(node) } else { end })
    }

    /// Returns [`Self::ancestors`] by link, up to the link of index `known`.
    fn ancestors_without(&self, end: usize, known: usize) -> Vec<u16> {
        let mut seen = [0u64; Node::COUNT.div_ceil(64) + 1];
        let mut found = vec![end as u16];
        for link in [end, known] {
            seen[link / 64] |= 1 << (link % 64);
        }
        let mut next = 0;
        while let Some(&link) = found.get(next) {
            next += 1;
            self.parents(link.into(), &mut |parent| {
                let (word, bit) = (usize::from(parent) / 64, 1 << (parent % 64));
                if seen[word] & bit == 0 {
                    seen[word] |= bit;
                    found.push(parent);
                }
            });
        }
        found
    }

    /// Returns the chains inside the chain to `end`, by the nodes that they put off.
    pub fn inner(&self, end: usize) -> impl Iterator<Item = &Rc<InnerHint>> {
        let has_chains = self.uses.iter().any(|used| used.chain.is_some());
        let links = if has_chains { self.ancestors(end) } else { Vec::new() };
        links.into_iter().filter_map(|link| match self.links[usize::from(link)].origin {
            Origin::Inner(number) => self.uses[usize::from(number)].chain.as_ref(),
            _ => None,
        })
    }

    fn parents(&self, link: usize, visit: &mut impl FnMut(u16)) {
        let Link { node, parent, origin } = self.links[link];
        if let Some(parent) = parent {
            visit(parent);
        }
        let (cell, digit) = (node.candidate.cell(), node.candidate.digit());
        match origin {
            Origin::Assumed | Origin::Excluded => {}
            Origin::Cell(gone) => {
                for digit in bits(gone) {
                    let digit = Digit::from_index(digit);
                    visit(self.index[Node::off(Candidate::new(cell, digit)).index()]);
                }
            }
            Origin::House(house, gone) => {
                for place in bits(gone) {
                    visit(self.index[Node::off(Candidate::new(house.cell(place), digit)).index()]);
                }
            }
            Origin::Inner(number) => {
                for &parent in &self.uses[usize::from(number)].parents {
                    visit(parent);
                }
            }
        }
    }

    /// Returns the node at `link` and its cause.
    pub fn cause(&self, link: usize) -> (Node, Cause) {
        let Link { node, origin, .. } = self.links[link];
        let cause = match origin {
            Origin::Assumed => Cause::Assumed,
            Origin::Excluded => Cause::Excluded,
            Origin::Cell(_) => Cause::LastInCell,
            Origin::House(house, _) => Cause::LastInHouse(house),
            Origin::Inner(number) => Cause::Inner(self.uses[usize::from(number)].technique),
        };
        (node, cause)
    }

    /// Returns the chain to `end`, for people.
    pub fn chain(&self, end: usize) -> Chain {
        let mut links = self.ancestors_without(end, end);
        links.sort_unstable();
        let number = |parent: u16| links.binary_search(&parent).unwrap_or_default();
        let implication = |&link: &u16| {
            let (node, cause) = self.cause(link.into());
            let mut parents = Vec::new();
            self.parents(link.into(), &mut |parent| parents.push(number(parent)));
            parents.sort_unstable();
            parents.dedup();
            let within = match self.links[usize::from(link)].origin {
                Origin::Inner(number) => self.uses[usize::from(number)].pattern,
                _ => None,
            };
            Implication { node, cause, within, parents }
        };
        Chain(links.iter().map(implication).collect())
    }
}
