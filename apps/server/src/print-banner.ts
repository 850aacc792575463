import { DEMO_MEMBERS, DEMO_SECOND_STAFF, DEMO_STAFF } from '@chuma/core/demo/seed-demo'
import type { Env } from './env.ts'

type SetUp = { path: string; expiresAt: Date }

/** Print the few lines that someone who has just started the server needs. */
export function printBanner(env: Env, setUp: SetUp | null): void {
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
  if (setUp) lines.push(['set up', sayLink(env.publicUrl, setUp)])
  const body = lines.map(([name, text]) => `  ${name.padEnd(8)}  ${text}`).join('\n')
  process.stdout.write(`\n${body}\n\n`)
}

/** Say where a new installation is set up. The link works once and dies early, because logs live long. */
export function sayLink(publicUrl: string, { path, expiresAt }: SetUp): string {
  const time = expiresAt.toISOString().slice(0, 16).replace('T', ' ')
  return `${publicUrl}${path} (works once, until ${time} UTC)`
}
