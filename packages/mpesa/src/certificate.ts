import { constants, publicEncrypt, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Parsed } from './results.ts'

type Certificate = {
  certificatePem: string
  expiresAt: Date
  /** A warning for the log. Daraja decrypts with the matching key, so an expired certificate is probably the wrong one. */
  warning?: string
}

/** Read a certificate. `source` is the text of a PEM file, or the bytes of PEM or DER. */
export function readCertificate(source: string | Buffer, now = new Date()): Parsed<Certificate> {
  const certificate = open(source)
  if (!certificate) return { ok: false, reason: 'It is no X.509 certificate' }
  if (certificate.publicKey.asymmetricKeyType !== 'rsa') {
    return { ok: false, reason: 'Its key is not RSA, which Daraja’s is' }
  }
  const expiresAt = new Date(certificate.validTo)
  const warning = describeAge(certificate, now)
  const value = { certificatePem: certificate.toString(), expiresAt, ...(warning ? { warning } : {}) }
  return { ok: true, value }
}

export async function readCertificateFile(path: string, now = new Date()): Promise<Parsed<Certificate>> {
  try {
    const read = readCertificate(await readFile(path), now)
    return read.ok ? read : { ok: false, reason: `${path}: ${read.reason}` }
  } catch (error) {
    return { ok: false, reason: `${path}: ${error instanceof Error ? error.message : String(error)}` }
  }
}

function open(source: string | Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(source)
  } catch {
    return undefined
  }
}

function describeAge({ subject, validFrom, validTo }: X509Certificate, now: Date): string | undefined {
  if (now > new Date(validTo)) return `The M-Pesa certificate ${subject} ended on ${validTo}`
  if (now < new Date(validFrom)) return `The M-Pesa certificate ${subject} begins on ${validFrom}`
  return undefined
}

/**
 * Create Daraja's SecurityCredential. `certificatePem` is the portal's X.509 certificate; sandbox and production have
 * different ones, and the copies in npm packages expired years ago. Daraja needs PKCS#1 v1.5, not OAEP.
 */
export function encryptInitiatorPassword(password: string, certificatePem: string): string {
  const key = new X509Certificate(certificatePem).publicKey
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(password)).toString(
    'base64',
  )
}
