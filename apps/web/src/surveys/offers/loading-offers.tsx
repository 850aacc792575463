import { Loader, Text } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import classes from './offers.module.css'

/** SPEC §2: the survey manager's loading text. */
export function LoadingOffers() {
  const t = useT()
  return (
    <div className={classes.loading} role="status">
      <Loader aria-hidden />
      <Text c="dimmed">{t('surveyOffers.loading')}</Text>
    </div>
  )
}
