import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { Notice } from '../../ui/states/notice.tsx'
import { useWaiting } from '../today/use-waiting.ts'
import { WAITING_PLACES } from '../today/waiting-places.ts'

/** On every staff page, while the last check of the ledger and audit log found something. */
export function BooksNotice() {
  const t = useT()
  const { data } = useWaiting()
  if (!data?.some(({ kind, count }) => kind === 'books-broken' && count > 0)) return null
  return (
    <div role="alert">
      <Notice
        title={t('booksBroken.title')}
        action={
          <Button renderRoot={(props) => <Link {...WAITING_PLACES['books-broken']} {...props} />}>
            {t('booksBroken.action')}
          </Button>
        }
      >
        {t('booksBroken.text')}
      </Notice>
    </div>
  )
}
