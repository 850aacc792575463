import { Button, Group } from '@mantine/core'
import { useT } from '../i18n/use-t.ts'
import type { Pages } from './use-pages.ts'

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
