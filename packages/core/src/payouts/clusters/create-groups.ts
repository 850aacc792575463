/** Groups of members that are joined pair by pair. */
export function createGroups() {
  const parents = new Map<string, string>()

  function find(member: string): string {
    let root = member
    for (
      let parent = parents.get(root);
      parent !== undefined && parent !== root;
      parent = parents.get(root)
    ) {
      root = parent
    }
    // Members on the way point at the root from here on.
    for (let at = member; at !== root; ) {
      const next = parents.get(at) ?? root
      parents.set(at, root)
      at = next
    }
    return root
  }

  return {
    /** The same for all members of a group. */
    find,
    join(one: string, other: string): void {
      const [a, b] = [find(one), find(other)]
      parents.set(a, a)
      parents.set(b, a)
    },
    /** All groups of members that were joined. */
    list(): string[][] {
      const groups = new Map<string, string[]>()
      for (const member of parents.keys()) {
        const root = find(member)
        groups.set(root, [...(groups.get(root) ?? []), member])
      }
      return [...groups.values()]
    },
  }
}
