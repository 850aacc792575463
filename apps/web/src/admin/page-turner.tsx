import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../i18n/use-t.ts'

type Props = {
  pages: Pages
  /** The cursors of this page's rows; undefined while it loads. */
  rows: readonly { id: string }[] | undefined
}

/** Buttons to page through a long list. A full page may have a next one. */
export function PageTurner({ pages, rows }: Props) {
  const t = useT()
  const last = rows?.length === pages.limit ? rows.at(-1) : undefined
  if (pages.isFirst && !last) return null
  return (
    <Group justify="center" w="100%">
      {!pages.isFirst && (
        <Button variant="subtle" onClick={() => pages.turn()}>
          {t('desk.first')}
        </Button>
      )}
      {last && (
        <Button variant="default" onClick={() => pages.turn(last.id)}>
          {t('desk.next')}
        </Button>
      )}
    </Group>
  )
}

export type Pages = {
  limit: number
  isFirst: boolean
  /** What the query asks for: this page. */
  input: { limit: number; after?: string }
  /** To the page after a row; without one, to the first. Also when a filter changes. */
  turn: (after?: string) => void
}

/** Where a reader is in a long list of staff's that comes in pages of `limit` rows. */
export function usePages(limit: number): Pages {
  const [after, setAfter] = useState<string>()
  return {
    limit,
    isFirst: after === undefined,
    input: { limit, ...(after !== undefined && { after }) },
    turn: (next) => setAfter(next),
  }
}
