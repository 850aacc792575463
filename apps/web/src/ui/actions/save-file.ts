/** Lets the browser save what was made here, as if it had been downloaded. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Not before the browser has taken it up, which some do a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
