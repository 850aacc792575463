/** `amina@gmail.com` as `a…@gmail.com`: enough for whoever asked to know it again, too little to write to. */
export function maskEmail(email: string): string {
  return email.replace(/^(.).*(?=@)/, '$1…')
}
