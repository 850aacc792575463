export type PageHead = { title: string; description: string }

let head: PageHead = { title: '', description: '' }

/** For the build, which renders one page after another: an effect never runs there. */
export function notePageHead(next: PageHead): void {
  head = next
}

export function readPageHead(): PageHead {
  return head
}
