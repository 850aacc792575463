type Signature = { BusinessShortCode: string; Password: string; Timestamp: string }

/** Whether Password was made of this short code and this Timestamp, and of the passkey where one is set up. */
export function checkStkPassword(signature: Signature, passkey: string | undefined): boolean {
  const { BusinessShortCode, Password, Timestamp } = signature
  const text = Buffer.from(Password, 'base64').toString('utf8')
  if (passkey !== undefined) return text === `${BusinessShortCode}${passkey}${Timestamp}`
  const rest = text.length - BusinessShortCode.length - Timestamp.length
  return rest > 0 && text.startsWith(BusinessShortCode) && text.endsWith(Timestamp)
}
