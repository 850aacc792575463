type Addressee = { name: string; account: { name: string } | null }

/** Insert the first name: the account's if there is one, else the one typed in the form. */
export function fillTemplate(text: string, { name, account }: Addressee): string {
  const [firstName = ''] = (account?.name ?? name).split(' ')
  return text.replaceAll('{firstName}', () => firstName)
}
