import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { givenMember, openTestDb } from '../../testing.ts'
import { completeSurvey } from '../complete-survey.ts'
import { fourQuestions, givenSurvey } from '../testing.ts'
import { exportSpss } from './export-results.ts'
import { canRun, exportText } from './testing.ts'

const { db, deps } = await openTestDb()

// Debian's pspp. Without it the syntax is only compared with what is written below.
const hasPspp = canRun('pspp', ['--version'])

const [where, ...others] = fourQuestions
const QUESTIONS = where ? [{ ...where, question: "Where don't you save.\n" }, ...others] : []
const id = await givenSurvey(db, { title: 'Saving.', questions: QUESTIONS })
for (let number = 0; number < 5; number++) {
  const words = '“Land”, a cow; it\'s "mine"'
  const answers = { '1': number < 3 ? 'Bank' : 'SACCO', '2': 4, '3': 'yes' as const, '4': words }
  await completeSurvey(deps, await givenMember(db), { surveyId: id, answers })
}

test('the syntax names every column and code, and no text ends a command', async () => {
  const syntax = await exportSpss(deps, { id })
  expect(syntax.split('\n')).toEqual(
    expect.arrayContaining([
      '* Saving.',
      '    q1 F4.0',
      '    q4 A2000',
      "  q1 'Where don''t you save'",
      'VALUE LABELS q1',
      "  1 'Bank'",
    ]),
  )
})

const read = (dir: string, commands: string) => {
  writeFileSync(path.join(dir, 'read.sps'), commands)
  return execFileSync('pspp', ['-O', 'format=csv', 'read.sps'], { cwd: dir, encoding: 'utf8' })
}

function givenFolder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'chuma-spss-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

test.skipIf(!hasPspp)('an answer on several lines stays one answer of one person', async () => {
  const dir = givenFolder()
  const surveyId = await givenSurvey(db, { questions: QUESTIONS })
  for (const words of ['First\nsecond,\r\n"third"', 'One line']) {
    const answers = { '1': 'Bank', '2': 4, '3': 'yes' as const, '4': words }
    await completeSurvey(deps, await givenMember(db), { surveyId, answers })
  }
  writeFileSync(path.join(dir, 'chuma-answers.csv'), await exportText(deps, { id: surveyId, quality: 'all' }))
  const told = read(dir, `${await exportSpss(deps, { id: surveyId })}FREQUENCIES /VARIABLES=q2.\nLIST q4.\n`)
  expect(told).not.toMatch(/error|warning/i)
  expect(told).toMatch(/4\.0*,2,100\.0%/)
  expect(told).toContain('First second, ""third""')
})

test.skipIf(!hasPspp)('PSPP reads the file by the syntax, and counts the same', async () => {
  const dir = givenFolder()
  writeFileSync(path.join(dir, 'chuma-answers.csv'), await exportText(deps, { id, quality: 'all' }))
  const syntax = `${await exportSpss(deps, { id })}FREQUENCIES /VARIABLES=q1 q2 /FORMAT=AVALUE.\nLIST q4.\n`
  const told = read(dir, syntax)
  expect(told).not.toMatch(/error|warning/i)
  expect(told).toMatch(/Bank,3,60\.0%/)
  expect(told).toMatch(/SACCO,2,40\.0%/)
  expect(told).toMatch(/4\.0*,5,100\.0%/)
  expect(told).toContain('a cow; it\'s ""mine""')
})

test.runIf(!hasPspp)('PSPP is not installed here: nothing was read by it', ({ annotate }) =>
  annotate('apt-get install pspp'),
)
