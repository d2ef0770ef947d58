import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DumpItem, GrowsTooMuch, readDump } from './read.ts'
import { fill } from './staging.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'askwell-dump-'))))
afterAll(() => rmSync(folder, { recursive: true }))

const read = async (text: string | Buffer, name = 'dump.sql', isWanted = (table: string) => table !== 'log') => {
  const path = join(folder, name)
  writeFileSync(path, text)
  const items: DumpItem[] = []
  for await (const item of readDump(path, { isWanted, onBytes: () => {}, signal: new AbortController().signal }))
    items.push(item)
  return items
}
const short = (items: DumpItem[]) =>
  items.map((item) =>
    'cells' in item ? [item.line, item.table, ...item.cells] : [item.line, 'problem' in item ? item.problem : 'cut'],
  )

const MYSQL = String.raw`-- MySQL dump 10.13
/*!40101 SET NAMES utf8mb4 */;
CREATE TABLE ${'`'}posts${'`'} (
  ${'`'}id${'`'} int unsigned NOT NULL,
  ${'`'}key${'`'} varchar(20) DEFAULT 'a,b',
  ${'`'}text${'`'} text,
  PRIMARY KEY (${'`'}id${'`'}),
  KEY ${'`'}key${'`'} (${'`'}key${'`'})
) ENGINE=InnoDB;
INSERT INTO ${'`'}log${'`'} VALUES (1,'it\'s; INSERT INTO ${'`'}posts${'`'} VALUES (9,1,2);\\'),(2,'''');
INSERT INTO ${'`'}posts${'`'} VALUES (1,'a','it\'s\nso; ''here''\\'),
(2,NULL,_binary 'b'),(3,0x6869,-1.5);
INSERT INTO ${'`'}posts${'`'} (${'`'}text${'`'},${'`'}id${'`'}) VALUES ('Grüße (1), 2);',4);
`

test('rows of mysqldump keep every sign, and those of other tables are passed over', async () => {
  const items = await read(MYSQL)
  expect(short(items)).toEqual([
    [11, 'posts', '1', 'a', "it's\nso; 'here'\\"],
    [12, 'posts', '2', null, 'b'],
    [12, 'posts', '3', 'hi', '-1.5'],
    [13, 'posts', 'Grüße (1), 2);', '4'],
  ])
  expect(items.map((item) => ('columns' in item ? item.columns : []))).toEqual([
    ['id', 'key', 'text'],
    ['id', 'key', 'text'],
    ['id', 'key', 'text'],
    ['text', 'id'],
  ])
})

const POSTGRES = String.raw`--
-- PostgreSQL database dump
--
CREATE FUNCTION public.f() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'INSERT INTO posts VALUES (1)';
  END
$$;

CREATE TABLE public.posts (
    id integer NOT NULL,
    key character varying(64),
    "text" text,
    CONSTRAINT c CHECK (id > 0)
);

COPY public.log (id, text) FROM stdin;
1	x
\.

COPY public.posts (id, key, "text") FROM stdin;
1	\N	a\tb\nc\\N
2		ü
3	only two
\.

COPY backup.posts (id, key, text) FROM stdin;
8	old	old
\.

INSERT INTO public.posts VALUES (4, 'back\slash', 'it''s'), (5, E'a\'b', '2019-01-01'::date);
`

test('rows of pg_dump come from COPY and from INSERT, those of other schemas don’t', async () => {
  expect(short(await read(POSTGRES, 'dump.sql', (table) => table === 'posts'))).toEqual([
    [22, 'posts', '1', null, 'a\tb\nc\\N'],
    [23, 'posts', '2', '', 'ü'],
    [24, 'it has 2 values for 3 columns'],
    [31, 'posts', '4', 'back\\slash', "it's"],
    [31, 'posts', '5', "a'b", '2019-01-01'],
  ])
})

const [ROW, LAST] = ["INSERT INTO posts (id) VALUES (NEW.id, x 'y');", 'INSERT INTO posts (id) VALUES (1);']
test.each([
  ['of PostgreSQL', `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$\nBEGIN\n${ROW}\nEND\n$$;\n`],
  ['with a mark of its own', `CREATE FUNCTION f() AS $body$\n${ROW}\nSELECT $$x$$;\n${ROW}\n$body$ LANGUAGE sql;\n`],
  ['in one line', `CREATE FUNCTION f() AS $$ SELECT 1 $$ LANGUAGE sql;\n`],
  [
    'of mysqldump',
    `DELIMITER ;;\nCREATE TRIGGER t AFTER INSERT ON log FOR EACH ROW BEGIN\n${ROW}\nEND ;;\nDELIMITER ;\n`,
  ],
  ['of phpMyAdmin', `DELIMITER $$\nCREATE PROCEDURE p() BEGIN\n${ROW}\nEND$$\nDELIMITER ;\n`],
  ['across what is read at once', `CREATE FUNCTION f() AS $$\n-- ${'x'.repeat(400_000)}\n${ROW}\n$$;\n`],
])('the body of a function or trigger %s holds no rows', async (_, body) => {
  expect(short(await read(`${body}${LAST}\n`)).map(([, ...row]) => row)).toEqual([['posts', '1']])
})

test('a packed dump is read as it is', async () => {
  expect(short(await read(gzipSync(MYSQL), 'dump.sql.gz'))).toHaveLength(4)
})

test('one that grows without end is refused', async () => {
  const bomb = gzipSync(Buffer.concat([Buffer.from('-- '), Buffer.alloc(150 * 2 ** 20, 'x')]))
  await expect(read(bomb, 'bomb.sql.gz')).rejects.toThrow(GrowsTooMuch)
})

test('a row may lie across any border of what is read at once', async () => {
  const long = "it''s ".repeat(200_000)
  const rows = [1, 2, 3].map((id) => `(${id},'${long}\\'')`).join(',')
  const items = await read(
    `INSERT INTO \`posts\` (\`id\`,\`text\`) VALUES ${rows};\nINSERT INTO \`posts\` (\`id\`) VALUES (4);\n`,
  )
  expect(items.map((item) => 'cells' in item && [item.cells[0], item.cells[1]?.length])).toEqual([
    ['1', 1_000_001],
    ['2', 1_000_001],
    ['3', 1_000_001],
    ['4', undefined],
  ])
})

test.each([
  [
    'an INSERT',
    (text: string) =>
      `INSERT INTO \`posts\` (\`id\`) VALUES ('${text}'),(2);\nINSERT INTO \`posts\` (\`id\`) VALUES (3);\n`,
  ],
  ['a COPY', (text: string) => `COPY posts (id) FROM stdin;\n${text}\n2\n\\.\nCOPY posts (id) FROM stdin;\n3\n\\.\n`],
])('a row of %s that is too long is named, and the next ones are read', async (_, dump) => {
  const items = await read(dump('x'.repeat(9 * 2 ** 20)))
  expect(items.map((item) => ('cells' in item ? item.cells[0] : 'problem' in item && item.problem))).toEqual([
    'it is longer than a row may be',
    '2',
    '3',
  ])
})

test.each([
  ["INSERT INTO `posts` (`id`) VALUES (1),('half", 1],
  ['INSERT INTO `posts` (`id`) VALUES (1),', 1],
  ['COPY posts (id) FROM stdin;\n1\n', 3],
])('where %s breaks off is said', async (text, line) => {
  expect(short(await read(text)).at(-1)).toEqual([line, 'cut'])
})

test('what can’t be read is named with its line, and the next statement is read', async () => {
  expect(
    short(
      await read("INSERT INTO `posts` (`id`) VALUES (1),\n(2 'x'), (3);\nINSERT INTO `posts` (`id`) VALUES (4);\n"),
    ),
  ).toEqual([
    [1, 'posts', '1'],
    [2, "it can't be read, nor what stands behind it in the same statement"],
    [3, 'posts', '4'],
  ])
})

test.each([
  ['spaces before what should be VALUES', `INSERT INTO a${' '.repeat(262_000)}X\n`],
  ['tables without an end', 'CREATE TABLE a(\n'.repeat(100_000)],
  ['rows in one line', `INSERT INTO log VALUES ${'(1),'.repeat(100_000)}(2);\n`],
])('no dump takes long to read: %s', async (_, text) => {
  expect(short(await read(`${text}INSERT INTO posts (id) VALUES (1);\n`)).map(([, ...row]) => row)).toEqual([
    ['posts', '1'],
  ])
})

test('a dump that is more than there is room for on the disk is refused', async () => {
  const tables = { posts: { columns: { text: 'text' } } } as const
  const posts = (count: number) =>
    fill(
      tables,
      async (staging) => {
        for (let line = 1; line <= count; line++) staging.add('posts', line, { text: 'x'.repeat(10_000) })
      },
      2 ** 20,
    )
  ;(await posts(50)).close()
  await expect(posts(200)).rejects.toThrow('more than there is room for')
})
