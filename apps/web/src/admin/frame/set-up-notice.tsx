import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { Notice } from '../../ui/states/notice.tsx'

/** Leads an owner who signs in back to the set-up that they left. */
export function SetUpNotice() {
  const t = useT()
  return (
    <Notice
      title={t('setUp.unfinishedTitle')}
      action={<Button renderRoot={(props) => <Link to="/set-up" {...props} />}>{t('setUp.resume')}</Button>}
    >
      {t('setUp.unfinished')}
    </Notice>
  )
}
