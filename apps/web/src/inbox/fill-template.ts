type Addressee = { name: string; account: { name: string } | null }

/** Puts the first name in its place: the account's where there is one, else the one that was typed. */
export function fillTemplate(text: string, { name, account }: Addressee): string {
  const [firstName = ''] = (account?.name ?? name).split(' ')
  return text.replaceAll('{firstName}', () => firstName)
}
