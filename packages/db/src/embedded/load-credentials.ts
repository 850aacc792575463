import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const SUPERUSER = 'postgres'
export const APP_ROLE = 'chuma'

export interface Credentials {
  superuserPassword: string
  appPassword: string
}

export function loadCredentials(folder: string): { credentials: Credentials; areNew: boolean } {
  const file = path.join(folder, 'credentials.json')
  if (existsSync(file)) return { credentials: JSON.parse(readFileSync(file, 'utf8')), areNew: false }
  const credentials = { superuserPassword: randomPassword(), appPassword: randomPassword() }
  writeFileSync(`${file}.new`, JSON.stringify(credentials), { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return { credentials, areNew: true }
}

function randomPassword(): string {
  return randomBytes(24).toString('base64url')
}
