import { constants, publicEncrypt, X509Certificate } from 'node:crypto'

/**
 * Makes Daraja's SecurityCredential. `certificatePem` is the X.509 certificate from the portal; sandbox and production
 * have different ones, and the copies bundled in npm packages ended years ago. Daraja takes PKCS#1 v1.5, not OAEP.
 */
export function encryptInitiatorPassword(password: string, certificatePem: string): string {
  const key = new X509Certificate(certificatePem).publicKey
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(password)).toString(
    'base64',
  )
}
