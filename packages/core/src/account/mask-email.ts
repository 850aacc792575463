/** Mask `amina@gmail.com` as `a…@gmail.com`: its owner recognises it, but nobody can write to it. */
export function maskEmail(email: string): string {
  return email.replace(/^(.).*(?=@)/, '$1…')
}
