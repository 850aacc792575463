/** Enough of a number to tell two apart, too little to copy it from over a shoulder. */
export function maskPhone(number: string): string {
  const local = number.replace(/^254/, '0')
  return `${local.slice(0, 4)} ••• ${local.slice(-3)}`
}

export function maskAccount(number: string): string {
  return `••• ${number.slice(-4)}`
}
