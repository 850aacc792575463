import { expect, test } from 'vitest'
import { drawChart } from './chart-file.ts'

const paint = { font: "Sans, 'Noto'", fill: '#0a0', track: '#eee', ink: '#111', quiet: '#666', paper: '#fff' }
const measure = (text: string) => text.length * 10

test('a chart has its question, shares, base and weighting, and names nothing outside the file', () => {
  const { svg, height } = drawChart(
    {
      title: '1. Milk & <bread>?',
      note: '80 answers · Not weighted',
      rows: [
        { label: 'A long answer that takes more than one line', share: 0.25 },
        { label: 'Few', share: null },
      ],
    },
    paint,
    measure,
  )
  expect(svg).toContain('>1. Milk &amp; &lt;bread&gt;?</text>')
  expect([...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, words]) => words).slice(1)).toEqual([
    'A long answer that takes more',
    'than one line',
    '25%',
    'Few',
    '–',
    '80 answers · Not weighted',
  ])
  expect(svg).not.toMatch(/var\(|class=|url\(/)
  const bottoms = [...svg.matchAll(/ y="(\d+)"/g)].map(([, y]) => Number(y))
  expect(Math.max(...bottoms)).toBeLessThan(height)
})
