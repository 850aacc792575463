/** Placeholders for what JSON can express and JavaScript cannot: infinite numbers, more digits than fit. */
const RAW_NUMBERS = ['1e999', '-1e999', '12345678901234567890123', '0.1e-400', '-0', '1E+2']
const rawNumber = (digits: string) => `\ufdd0${digits}\ufdd0`

const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 'x'
  for (let i = 0; i < depth; i++) value = wrap(value)
  return value
}

/** Texts that have broken software somewhere. */
export const HOSTILE_TEXTS = [
  ...['', ' ', '\t', '\r\n', '\0', 'a\0b', '\u001b[31m', '\u200b', '\ufeffx', '\u202egnp.exe', 'e\u0301'],
  ...['\ud800', '\udfff', 'a\ud83d', '😀'.repeat(40), 'مرحبا', 'İıſK', '\u2028', '\uffff', 'Z̸̡̛'.repeat(9)],
  ...[
    "' or 1=1 --",
    "'; drop table member; --",
    '"',
    '\\',
    "\\'",
    '%',
    '_',
    '%_%',
    '$1',
    '::uuid',
    '{}',
    '{1,2',
  ],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '</title>', '&lt;', '<svg/onload=1>'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a careless template would evaluate
  ...['${7*7}', '{{7*7}}', '<%= 7*7 %>', '#{7*7}', '%s%s%s%n', '{0}', '$(id)', '`id`', '|id', '; id'],
  ...['../../../../etc/passwd', '..%2f..%2fetc%2fpasswd', '/dev/null', 'C:\\con', 'file:///etc/passwd'],
  ...[
    'http://169.254.169.254/',
    'javascript:alert(1)',
    '//evil.example',
    'data:text/html,x',
    'http://[::1]:0/',
  ],
  ...['x\r\nSet-Cookie: a=b', 'x\nBcc: all@example.com', 'a,b\r\nc', '=1+1', '@SUM(1)', '+1', '-1'],
  ...[
    'NaN',
    'Infinity',
    '-Infinity',
    'null',
    'undefined',
    'true',
    '[object Object]',
    '0x10',
    '1e3',
    '１２',
    '٣',
  ],
  ...[
    '-1',
    '0',
    '2147483648',
    '-2147483649',
    '9223372036854775808',
    '9007199254740993',
    '1e999',
    '1.5',
    '007',
  ],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'toJSON', 'length'],
  ...[
    '0000-00-00',
    '2026-02-30',
    '0001-01-01',
    '9999-12-31',
    '2026-11-22T25:00:00Z',
    '-271821-04-20',
    '2999-12',
  ],
  ...[
    '+275760-09-13T00:00:00.000Z',
    '2026-11-22T10:00:00+14:00',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
  ],
  ...[
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '{00000000-0000-4000-8000-000000000000}',
  ],
  ...['a@b', 'a@b@c.d', 'ann@example.com\0', 'аnn@example.com', '"a b"@example.com', '07', '+254 700', 'u_x'],
  ...[
    'x'.repeat(501),
    'x'.repeat(5001),
    'ä'.repeat(1025),
    ' '.repeat(2000),
    '(a+)+$'.repeat(50),
    '1'.repeat(400),
  ],
]

const HOSTILE_NUMBERS = [
  ...[0, -0, -1, 0.5, -0.001, 0.1 + 0.2, 1e-7, 1e21, 1e300, -1e300, Number.MAX_VALUE, Number.MIN_VALUE],
  ...[
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 32,
    2 ** 53 - 1,
    2 ** 53,
    -(2 ** 53),
    2 ** 63,
    1e15,
    1e12 + 0.5,
  ],
]

const HOSTILE_THINGS: unknown[] = [
  ...[null, true, false, [], {}, [null], [[]], { length: -1 }, { toString: 1 }, { $ne: null }],
  ...[Array.from({ length: 1200 }, () => 0), nested(40, (inner) => [inner]), nested(40, (a) => ({ a }))],
  ...[
    JSON.parse('{"__proto__":{"isAdmin":true}}'),
    JSON.parse('{"then":"x"}'),
    { constructor: { prototype: { isAdmin: true } } },
  ],
  ...[{ json: 1 }, { id: {} }, [{ id: 1 }], { '\0': '\0' }, { [`k${'x'.repeat(500)}`]: 1 }, { '\ud800': 1 }],
]

export const HOSTILE: readonly unknown[] = [
  ...HOSTILE_TEXTS,
  ...HOSTILE_NUMBERS,
  ...HOSTILE_THINGS,
  ...RAW_NUMBERS.map(rawNumber),
]

/** Fields that callers may not set, and names with a meaning in JavaScript. */
export const EXTRA_KEYS = [
  ...['isAdmin', 'role', 'points', 'memberId', 'userId', 'actor', 'permissions', 'caller', 'idempotencyKey'],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'then',
    'toJSON',
    '',
    '\0',
    'x'.repeat(300),
  ],
]

/** Bodies that match no input. */
export const HOSTILE_BODIES = [
  ...[
    '',
    ' ',
    'null',
    '[]',
    '"x"',
    '7',
    '{',
    '{"a":',
    'undefined',
    '\0',
    '\ufeff{}',
    "{'a':1}",
    '{"a":1,}',
    '{}{}',
  ],
  ...[
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"id":1,"id":2}',
    '{"a":NaN}',
  ],
  ...['['.repeat(5000), '{"a":'.repeat(3000), `[${'0,'.repeat(9000)}0]`, `"${'x'.repeat(60_000)}"`],
  ...['{"json":{},"meta":{"values":{"id":["Date"]}}}', '{"json":null,"meta":{"values":["undefined"]}}'],
  `"${'x'.repeat(70_000)}"`,
]

/** What superjson could be made to revive: senders must not choose the types of an input. */
export const HOSTILE_META: readonly unknown[] = [
  ...[['Date'], ['undefined'], ['bigint'], ['regexp'], ['Error'], ['set'], ['map'], ['number'], ['URL']].map(
    (kind) => ({ values: { id: kind, json: kind, reason: kind, limit: kind } }),
  ),
  ...[{ values: ['Date'] }, { values: ['bigint'] }, { values: ['set'] }, { values: ['class', 'Member'] }],
  ...[
    { values: { '__proto__.x': ['Date'] } },
    { values: { 'constructor.prototype.x': ['map'] } },
    { values: 7 },
  ],
  ...[{ values: { 'a.b.c': ['Date'] } }, { referentialEqualities: { id: ['reason', '__proto__'] } }],
  ...[
    { referentialEqualities: [['id'], {}] },
    { values: [['custom', 'x']] },
    { values: ['typed-array', 'x'] },
    'x',
    [],
  ],
]
