import { constants, privateDecrypt, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { encryptInitiatorPassword, readCertificate, readCertificateFile } from './certificate.ts'
import { selfSignedCertificate } from './testing.ts'

const now = new Date('2026-11-20T12:00:00Z')
const { certificatePem } = selfSignedCertificate()

function fileOf(content: string | Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'portal.cer')
  writeFileSync(path, content)
  return path
}

test('a certificate is read with its expiry, and encrypts', () => {
  const read = readCertificate(certificatePem, now)
  expect(read).toEqual({ ok: true, value: { certificatePem, expiresAt: new Date('2049-12-31T00:00:00Z') } })
  expect(read.ok && encryptInitiatorPassword('Safari2026#', read.value.certificatePem)).toHaveLength(344)
})

test('an expired certificate is read with a warning', () => {
  const old = selfSignedCertificate({ ends: '210321' }).certificatePem
  expect(readCertificate(old, now)).toEqual({
    ok: true,
    value: {
      certificatePem: old,
      expiresAt: new Date('2021-03-21T00:00:00Z'),
      warning: 'The M-Pesa certificate CN=127.0.0.1 ended on Mar 21 00:00:00 2021 GMT',
    },
  })
})

test('a certificate that is not yet valid is read with a warning', () => {
  expect(readCertificate(certificatePem, new Date('2019-01-01'))).toMatchObject({
    value: { warning: 'The M-Pesa certificate CN=127.0.0.1 begins on Jan  1 00:00:00 2020 GMT' },
  })
})

test.each([
  ['nothing', ''],
  ['text', 'nonsense'],
  ['a half', certificatePem.slice(0, 300)],
  ['a private key', `-----BEGIN ${'PRIVATE'} KEY-----\nMC4CAQ==\n-----END ${'PRIVATE'} KEY-----\n`],
])('%s is not a certificate', (_name, source) => {
  expect(readCertificate(source, now)).toEqual({ ok: false, reason: 'It is no X.509 certificate' })
})

test('a certificate whose key Daraja could not use is refused', () => {
  const elliptic = selfSignedCertificate({ isRsa: false }).certificatePem
  expect(readCertificate(elliptic, now)).toEqual({
    ok: false,
    reason: 'Its key is not RSA, which Daraja’s is',
  })
})

test('a file is read in either form, and an unreadable one is named', async () => {
  const der = Buffer.from(certificatePem.replace(/-----.*-----/g, ''), 'base64')
  const fromPem = await readCertificateFile(fileOf(certificatePem), now)
  expect(fromPem).toMatchObject({ ok: true, value: { certificatePem } })
  await expect(readCertificateFile(fileOf(der), now)).resolves.toEqual(fromPem)
  const wrong = fileOf('nonsense')
  await expect(readCertificateFile(wrong, now)).resolves.toEqual({
    ok: false,
    reason: `${wrong}: It is no X.509 certificate`,
  })
  await expect(readCertificateFile('/nowhere/portal.cer', now)).resolves.toEqual({
    ok: false,
    reason: expect.stringMatching(/^\/nowhere\/portal\.cer: ENOENT/),
  })
})

test('the credential decrypts with the certificate’s private key, in PKCS#1 v1.5 padding', () => {
  const { certificatePem, privateKey } = selfSignedCertificate()
  expect(new X509Certificate(certificatePem).subject).toBe('CN=127.0.0.1')
  const credential = encryptInitiatorPassword('Safari2026#', certificatePem)
  expect(credential).toHaveLength(344)
  // Node refuses to undo this padding itself (CVE-2023-46809), so it is taken off by hand: 00 02 random 00 message.
  const block = privateDecrypt(
    { key: privateKey, padding: constants.RSA_NO_PADDING },
    Buffer.from(credential, 'base64'),
  )
  expect([...block.subarray(0, 2)]).toEqual([0, 2])
  expect(block.subarray(block.indexOf(0, 2) + 1).toString()).toBe('Safari2026#')
})

test('anything but a certificate is refused', () => {
  expect(() => encryptInitiatorPassword('Safari2026#', 'nonsense')).toThrow()
})
