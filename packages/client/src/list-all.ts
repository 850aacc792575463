/** A paged list of the server, or anything with the same signature. */
type Paged = { query: (input: never, options?: { signal?: AbortSignal }) => Promise<readonly unknown[]> }
type InputOf<List extends Paged> = NonNullable<Exclude<Parameters<List['query']>[0], void>>
type RowOf<List extends Paged> = Awaited<ReturnType<List['query']>>[number]

type Place = 'after' | 'before'
type FollowsId<List extends Paged> =
  RowOf<List> extends { id: infer Id }
    ? InputOf<List> extends { after?: infer After }
      ? [Id] extends [After]
        ? true
        : false
      : false
    : false

/** `next` builds the input for the page after a row. */
type Options<List extends Paged> = {
  signal?: AbortSignal
  next?: (last: RowOf<List>) => Pick<InputOf<List>, keyof InputOf<List> & Place>
}
type ByHand<List extends Paged> = { next: NonNullable<Options<List>['next']> }

/** The page size that every list supports. */
const PAGE_ROWS = 100

/**
 * Iterate over a paged list, requesting pages as needed. Rows added at the front meanwhile are omitted; none is repeated.
 * `input.limit` is the page size. Lists that do not continue `after` a row's `id` need `next`:
 * `{ next: ({ id }) => ({ before: id }) }`.
 */
export async function* listAll<List extends Paged>(
  list: List,
  input: Omit<InputOf<List>, Place>,
  ...[options]: FollowsId<List> extends true
    ? [options?: Options<List>]
    : [options: Options<List> & ByHand<List>]
): AsyncGenerator<RowOf<List>, void, undefined> {
  const { signal, next = afterId } = options ?? {}
  const limit = 'limit' in input && input.limit !== undefined ? Number(input.limit) : PAGE_ROWS
  let place = {}
  for (;;) {
    const rows = await list.query({ ...input, limit, ...place } as never, signal ? { signal } : {})
    yield* rows as readonly Awaited<RowOf<List>>[]
    const last = rows.at(-1)
    if (last === undefined || rows.length < limit) return
    place = next(last)
  }
}

const afterId = (last: unknown) => ({ after: (last as { id: unknown }).id })
