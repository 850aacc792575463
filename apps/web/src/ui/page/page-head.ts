export type PageHead = { title: string; description: string }

let head: PageHead = { title: '', description: '' }

/** Record a page's title and description for the build, which renders without effects. */
export function notePageHead(next: PageHead): void {
  head = next
}

export function readPageHead(): PageHead {
  return head
}
