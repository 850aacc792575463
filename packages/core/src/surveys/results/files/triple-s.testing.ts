import { expect } from 'vitest'

type Fields = readonly string[]
type ReadVariable = { name: string; label: string; read: (record: Fields) => string[] }

const TYPES = ['single', 'multiple', 'quantity', 'character', 'date', 'time']

/**
 * Read a Triple-S data set as other programs do, and refuse what version 3.0 does not allow: elements out of order, idents used twice, positions
 * that are no field, values without codes. What one variable needs by its
 * type; the schema beside it says the rest.
 */
export function readTripleS(metadata: string, records: readonly Fields[]) {
  const [, head = '', body = '', foot = ''] =
    /^(<\?xml version="1\.0" encoding="UTF-8"\?>\n<sss version="3\.0">[\s\S]*?<record [^>]*>)\n([\s\S]*)(<\/record>[\s\S]*)$/.exec(
      metadata,
    ) ?? []
  expect(head).toMatch(
    /<survey>\n<title>[^<]*<\/title>\n<record ident="[A-Za-z]" href="\S+" format="csv" encoding="UTF-8" skip="1">$/,
  )
  expect(foot).toBe('</record>\n</survey>\n</sss>\n')
  const written = body.split(/(?<=<\/variable>\n)/)
  const variables = written.map((text, at) => readVariable(text, at))
  expect(new Set(variables.map(({ name }) => name)).size).toBe(variables.length)
  for (const record of records) expect(record).toHaveLength(variables.length)
  return { title: unescapeXml(/<title>([^<]*)</.exec(head)?.[1] ?? ''), variables, records }
}

function readVariable(text: string, at: number): ReadVariable {
  const found =
    /^<variable ident="(\d+)" type="(\w+)"(?: use="serial")?>\n<name>([A-Za-z][\w.-]*)<\/name>\n<label>([^<]*)<\/label>\n<position start="(\d+)"\/>\n([\s\S]*)<\/variable>\n$/.exec(
      text,
    )
  if (!found) throw new Error(`not a variable: ${text}`)
  const [, ident, type = '', name = '', label = '', start, rest = ''] = found
  expect([ident, start, TYPES.includes(type)]).toEqual([String(at + 1), String(at + 1), true])
  const values = [...rest.matchAll(/<value code="(\d+)"(?: score="-?\d+")?>([^<]*)<\/value>/g)].map(
    ([, code, words = '']) => ({
      code: Number(code),
      words: unescapeXml(words),
    }),
  )
  expect(rest).toMatch(
    type === 'character'
      ? /^<size>\d+<\/size>\n$/
      : type === 'quantity'
        ? /^<values>\n<range from="-?[\d.]+" to="-?[\d.]+"\/>\n(<value code="\d+">[^<]+<\/value>\n)*<\/values>\n$/
        : type === 'date' || type === 'time'
          ? /^$/
          : /^<values>\n(<value code="\d+"( score="-?\d+")?>[^<]+<\/value>\n)+<\/values>\n$/,
  )
  return {
    name,
    label: unescapeXml(label),
    read: (record) => {
      const field = record[at] ?? ''
      if (field === '') return []
      if (type === 'multiple') {
        expect([/^[01]+$/.test(field), field.length]).toEqual([true, values.length])
        return values.flatMap(({ code, words }) => (field[code - 1] === '1' ? [words] : []))
      }
      if (type !== 'single') return [field]
      return [values.find(({ code }) => code === Number(field))?.words ?? `no value has ${field}`]
    },
  }
}

const unescapeXml = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
