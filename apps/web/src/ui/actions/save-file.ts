/** Save generated content as if it had been downloaded. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the URL only a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
