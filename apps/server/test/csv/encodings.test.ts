import { listEndpoints } from '@chuma/api/list-endpoints'
import { decodeUpload } from '@chuma/contract/decode-upload'
import { givenStaff } from '@chuma/core/admin/testing'
import { createBankBatch } from '@chuma/core/payouts/batches/batches'
import { FORMAT, givenApproved, MAPPING } from '@chuma/core/payouts/batches/testing'
import { finance } from '@chuma/core/payouts/testing'
import { givenDebt } from '@chuma/core/receivables/testing'
import { writeQuestionnaireCsv } from '@chuma/core/surveys/questionnaire/save-questionnaire'
import { givenDraft, givenQuestions } from '@chuma/core/surveys/questionnaire/testing'
import { givenQuotas } from '@chuma/core/surveys/quotas/testing'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { createTestApp } from '../../src/testing.ts'

const { app, db, deps, close } = await createTestApp()
afterAll(close)
const { token } = await givenStaff(deps)

/** Letters that every encoding below has, each with other bytes. */
const NAME = 'Élodie O’Brien – Zoë'

type Importer = { id?: string; csv: string; more?: object }
const { partnerId } = await givenDebt(deps)
await givenApproved(deps, db)
const asked = givenQuestions({ code: 'tea', type: 'yes-no', words: { en: NAME } })
const importers: Record<string, Importer> = {
  'admin.importStatement': {
    csv: `receipt,amount,number,completed at\nSJK7PL9A2Q,700,${NAME},2025-01-05 10:00:00`,
    more: { isDryRun: true },
  },
  'admin.importPartnerReport': {
    id: partnerId,
    csv: `Id,Usd,State,When\n${NAME},1.25,approved,2025-03-01`,
    more: {
      isDryRun: true,
      mapping: {
        ...{ delimiter: 'comma', headerRow: 1, transactionId: 'Id', amount: 'Usd', amountUnit: 'dollars' },
        ...{ status: 'State', approved: 'approved', reversed: 'no', time: 'When', dateFormat: 'YYYY-MM-DD' },
      },
    },
  },
  'admin.importPayments': {
    csv: `Withdrawal ID,Reference,Receiver\nw-1,EFT ${NAME},${NAME}`,
    more: { isDryRun: true },
  },
  'admin.importBankResult': {
    id: (await createBankBatch(deps, finance, { format: FORMAT })).id,
    csv: `Reference,Status,Bank Reference,Reason,Amount,Account\n${NAME},Paid,EFT-1,${NAME},1,1`,
    more: { isDryRun: true, mapping: MAPPING },
  },
  'admin.importSurveys': {
    csv: `Title,Description,Reward USD,Duration\n${NAME},About ${NAME},1,5`,
    more: { isDryRun: true },
  },
  'admin.importQuizQuestions': {
    csv: `Question,Option A,Option B,Option C,Option D,Correct answer\nWho is ${NAME}?,a,b,c,d,A`,
    more: { isDryRun: true },
  },
  'admin.importQuotas': {
    id: await givenQuotas(db, { cells: { tea: 1 } }),
    csv: `drink,Target\n${NAME},1`,
    more: { version: 1 },
  },
  'admin.importQuestionnaire': {
    id: await givenDraft(db, asked),
    csv: writeQuestionnaireCsv(asked),
    more: { version: 1 },
  },
}

const doors = listEndpoints().filter(({ body }) => body instanceof z.ZodObject && 'csv' in body.shape)

test('every importer is tried here', () => {
  expect(doors.map(({ procedure }) => procedure).sort()).toEqual(Object.keys(importers).sort())
})

async function send(url: string, payload: Buffer) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url, headers, payload })
  return { status: answer.statusCode, text: answer.body }
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const windows = (text: string) => Buffer.from(text.replaceAll('–', '\x96').replaceAll('’', '\x92'), 'latin1')
const FILES: Record<string, (text: string) => Buffer> = {
  'UTF-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16 little endian': (text) => utf16(`\ufeff${text}`),
  'UTF-16 big endian': (text) => utf16(`\ufeff${text}`).swap16(),
  'Windows-1252': windows,
}

test.each(doors.map(({ procedure, url }) => [procedure, url] as const))(
  '%s reads each encoding as UTF-8, and takes no letter that was lost',
  async (procedure, path) => {
    const { id = '', csv: plain, more } = importers[procedure] ?? { csv: '' }
    const csv = plain.replace(/^\ufeff/, '')
    const url = path.replace(/:\w+/, id)
    const bodyOf = (text: string) => JSON.stringify({ csv: text, ...more })
    // A call that nobody could read leaves nothing, so the first one that is taken is the last.
    for (const payload of [windows(bodyOf(csv)), Buffer.from(bodyOf(csv.replaceAll('É', '\ufffd')))]) {
      const refused = await send(url, payload)
      expect(refused.status).toBe(400)
      expect(JSON.parse(refused.text).fieldErrors).toEqual({
        csv: ['We cannot read the letters of this file. Save it as “CSV UTF-8” and send it again'],
      })
    }
    expect((await send(url, utf16(bodyOf(csv)))).status).toBe(400)
    const isKept = procedure === 'admin.importQuestionnaire'
    const answers: unknown[] = []
    for (const [n, write] of [(text: string) => Buffer.from(text), ...Object.values(FILES)].entries()) {
      const decoded = decodeUpload(write(csv))
      const text = 'text' in decoded ? decoded.text : ''
      const sent = isKept ? JSON.stringify({ csv: text, version: 1 + n }) : bodyOf(text)
      const { status, text: answer } = await send(url, Buffer.from(sent))
      answers.push([status, answer.replaceAll(/"(version|savedAt)":[^,]+/g, '')])
      expect(answer).not.toContain('\ufffd')
    }
    expect(answers).toEqual(answers.map(() => answers[0]))
  },
)
