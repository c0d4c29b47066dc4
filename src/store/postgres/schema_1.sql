CREATE SCHEMA seeddb;
CREATE TABLE seeddb.meta (name text PRIMARY KEY, value text NOT NULL);
CREATE TABLE seeddb.seed (
    key uuid PRIMARY KEY,
    class int8 NOT NULL,
    slot int2 NOT NULL,
    origin text NOT NULL,
    symmetry text NOT NULL,
    record bytea NOT NULL
);
CREATE TABLE seeddb.grading (
    key uuid NOT NULL,
    ladder text NOT NULL,
    tier int2 NOT NULL,
    score float8,
    least float8,
    greatest float8,
    capacity int4 NOT NULL,
    twin uuid NOT NULL,
    -- What draws choose by. Databases made before get it with their next seed; where it is missing, the record has it (`outlines.rs`).
    outline bytea,
    PRIMARY KEY (key, ladder)
);
CREATE INDEX ON seeddb.grading (ladder, tier, score, key);
CREATE INDEX ON seeddb.grading (ladder, twin);
CREATE TABLE seeddb.twin (
    ladder text NOT NULL,
    twin uuid NOT NULL,
    best uuid NOT NULL,
    PRIMARY KEY (ladder, twin)
);
CREATE TABLE seeddb.batch (
    id int8 PRIMARY KEY,
    issued int8 NOT NULL,
    token uuid NOT NULL,
    record bytea NOT NULL
);
-- One index, by key: the arbiter, and what ids are looked up by. A second one by (class, key) would cost more WAL than it saves.
CREATE TABLE seeddb.ledger (
    key uuid PRIMARY KEY,
    batch int8 NOT NULL,
    number int8 NOT NULL
);
CREATE TABLE seeddb.issued (
    batch int8 NOT NULL,
    number int8 NOT NULL,
    record bytea NOT NULL,
    PRIMARY KEY (batch, number)
);
CREATE TABLE seeddb.batch_use (
    batch int8 NOT NULL,
    seed uuid NOT NULL,
    uses int8 NOT NULL,
    PRIMARY KEY (batch, seed)
);
CREATE TABLE seeddb.seed_use (seed uuid PRIMARY KEY, uses int8 NOT NULL);
CREATE VIEW seeddb.uses AS
    SELECT seed, sum(uses)::int8 AS uses
    FROM (SELECT seed, uses FROM seeddb.batch_use UNION ALL SELECT seed, uses FROM seeddb.seed_use) AS each
    GROUP BY seed;
CREATE TABLE seeddb.book (id int8 PRIMARY KEY, record bytea NOT NULL);
CREATE TABLE seeddb.printed (
    batch int8 NOT NULL,
    number int8 NOT NULL,
    book int8 NOT NULL,
    record bytea NOT NULL,
    PRIMARY KEY (batch, number, book)
);
CREATE TABLE seeddb.level (name text PRIMARY KEY, record bytea NOT NULL);
-- Databases made before there were events get it with their first one (`events.rs`).
CREATE TABLE seeddb.event (id int8 PRIMARY KEY, record bytea NOT NULL);
