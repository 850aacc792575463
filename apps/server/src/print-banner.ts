import { DEMO_MEMBERS, DEMO_SECOND_STAFF, DEMO_STAFF } from '@chuma/core/demo/seed-demo'
import type { Env } from './env.ts'

/** Print the few lines that someone who has just started the server needs. */
export function printBanner(env: Env): void {
  const local = `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${env.PORT}`
  const lines: [string, string][] = [
    ['Chuma', env.PUBLIC_URL ? `${env.publicUrl} (listening on ${local})` : env.publicUrl],
  ]
  if (env.demo) {
    const [first] = DEMO_MEMBERS
    lines.push(
      ['members', `${DEMO_MEMBERS.map((member) => member.email).join(', ')} — password ${first.password}`],
      [
        'admin',
        `${env.publicUrl}/admin-login — ${DEMO_STAFF.username} or ${DEMO_SECOND_STAFF.username} / ${DEMO_STAFF.password}`,
      ],
      ['mailbox', `${env.publicUrl}/dev/mailbox`],
    )
  }
  const body = lines.map(([name, text]) => `  ${name.padEnd(8)}  ${text}`).join('\n')
  process.stdout.write(`\n${body}\n\n`)
}
