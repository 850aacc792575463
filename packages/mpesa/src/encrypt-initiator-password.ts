import { constants, publicEncrypt, X509Certificate } from 'node:crypto'

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
