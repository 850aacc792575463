/** Mask `amina@gmail.com` as `a…@gmail.com`: its owner recognises it, but nobody can write to it. */
export function maskEmail(email: string): string {
  return email.replace(/^(.).*(?=@)/, '$1…')
}

/** Normalise an address to its mailbox: tags are ignored, and so are dots at Gmail. */
export function toMailbox(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  const [untagged = ''] = name.split('+')
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}
