/** Normalise an address to its mailbox: tags are ignored, and so are dots at Gmail. */
export function toMailbox(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  const [untagged = ''] = name.split('+')
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}
