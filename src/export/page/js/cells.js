// The board: cells 0 to 80 row by row, and the 27 houses: rows, columns, boxes. Sets of digits are
// bits 1 to 9.

export const CELLS = [...Array(81).keys()];
export const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
export const row = (c) => Math.floor(c / 9);
export const column = (c) => c % 9;
export const box = (c) => 3 * Math.floor(c / 27) + Math.floor(column(c) / 3);
export const HOUSES = [row, column, box].flatMap((of) => DIGITS.map((n) => CELLS.filter((c) => of(c) === n - 1)));
export const housesOf = (c) => [row(c), 9 + column(c), 18 + box(c)];
export const PEERS = CELLS.map((c) => [...new Set(housesOf(c).flatMap((h) => HOUSES[h]))].filter((p) => p !== c));
export const bit = (d) => 1 << d;
export const digitsOf = (bits) => DIGITS.filter((d) => bits & bit(d));
export const cellName = (c) => `r${row(c) + 1}c${column(c) + 1}`;
