/** Mask a number so that its owner recognises it and onlookers cannot read it. */
export function maskPhone(number: string): string {
  const local = number.replaceAll(/\D/g, '').replace(/^254/, '0')
  return `${local.slice(0, 4)} ••• ${local.slice(-3)}`
}

export function maskAccount(number: string): string {
  return `••• ${number.slice(-4)}`
}

export function maskEmail(email: string): string {
  return email.replace(/^(.).*(?=@)/, '$1•••')
}
