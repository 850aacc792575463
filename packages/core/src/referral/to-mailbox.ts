/** Where mail to an address arrives: one mailbox has many spellings, and Gmail's reads no dots. */
export function toMailbox(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  const [untagged = ''] = name.split('+')
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}
