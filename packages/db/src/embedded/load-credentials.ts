import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const SUPERUSER = 'postgres'
/** Owns the database, and migrates it. */
export const APP_ROLE = 'chuma'
/** The server's role owns nothing. */
export const SERVER_ROLE = 'chuma_server'

export interface Credentials {
  superuserPassword: string
  appPassword: string
  serverPassword: string
}

export function loadCredentials(folder: string): { credentials: Credentials; areNew: boolean } {
  const file = path.join(folder, 'credentials.json')
  const found: Partial<Credentials> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const credentials = {
    superuserPassword: found.superuserPassword ?? randomPassword(),
    appPassword: found.appPassword ?? randomPassword(),
    // An older version had no such role.
    serverPassword: found.serverPassword ?? randomPassword(),
  }
  if (found.serverPassword === undefined) {
    writeFileSync(`${file}.new`, JSON.stringify(credentials), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return { credentials, areNew: found.superuserPassword === undefined }
}

function randomPassword(): string {
  return randomBytes(24).toString('base64url')
}
