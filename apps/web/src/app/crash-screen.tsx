import { Button, Text, Title } from '@mantine/core'
import { useT } from '../i18n/use-t.ts'
import classes from './crash-screen.module.css'

/** The last resort: a page threw. */
export function CrashScreen() {
  const t = useT()
  return (
    <div className={classes.screen} role="alert">
      <Title order={1}>{t('crash.title')}</Title>
      <Text c="dimmed">{t('crash.text')}</Text>
      <Button onClick={() => location.reload()}>{t('crash.reload')}</Button>
    </div>
  )
}
