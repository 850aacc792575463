import { givenStaff } from '@chuma/core/admin/testing'
import { givenDebt } from '@chuma/core/receivables/testing'
import { createTestApp } from '../../src/testing.ts'

type Answer = { status: number; body: string; grownMb: number }

const MAPPING = {
  delimiter: 'comma',
  headerRow: 1,
  transactionId: 'Id',
  amount: 'Usd',
  amountUnit: 'dollars',
  status: 'State',
  approved: 'approved',
  reversed: 'reversed',
  time: 'When',
  dateFormat: 'YYYY-MM-DD',
}

/** The server on a port, and files of many rows that staff send it over HTTP. */
export async function openLargeFiles() {
  const testApp = await createTestApp()
  const { app, deps, db } = testApp
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const { token } = await givenStaff(deps)

  /** Post to the real door. `grownMb`: by how much the most memory that the process ever took has grown. */
  async function post(path: string, body: object): Promise<Answer> {
    const before = process.resourceUsage().maxRSS
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    const grownMb = (process.resourceUsage().maxRSS - before) / 1024
    return { status: answer.status, body: text, grownMb }
  }

  return {
    db,
    close: testApp.close,
    sendReport: async (rows: number) => {
      const { partnerId } = await givenDebt(deps)
      const lines = Array.from({ length: rows }, (_, n) => `t-${n},1.25,approved,2025-03-0${1 + (n % 9)}`)
      const csv = ['Id,Usd,State,When', ...lines].join('\n')
      const send = () =>
        post(`/api/admin/receivables/partners/${partnerId}/reports`, {
          csv,
          isDryRun: false,
          mapping: MAPPING,
        })
      return { partnerId, first: await send(), again: await send() }
    },
    sendStatement: (rows: number, details = '') => {
      const lines = Array.from(
        { length: rows },
        (_, n) => `ROWS${String(n).padStart(6, '0')},1,,2025-03-0${1 + (n % 9)} 10:00:00${details}`,
      )
      const csv = ['receipt,amount,number,completed at', ...lines].join('\n')
      return post('/api/admin/reconciliation/statements', { csv, isDryRun: false })
    },
  }
}
