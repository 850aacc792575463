import { constants, privateDecrypt, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { encryptInitiatorPassword } from './encrypt-initiator-password.ts'
import { selfSignedCertificate } from './testing.ts'

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
