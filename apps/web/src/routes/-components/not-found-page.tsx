import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import classes from './not-found-page.module.css'

export function NotFoundPage() {
  const t = useT()
  usePageTitle(t('notFound.title'))
  return (
    <main className={classes.page}>
      <PageHeading>{t('notFound.title')}</PageHeading>
      <Text c="dimmed">{t('notFound.text')}</Text>
      <Button renderRoot={(props) => <Link to="/" {...props} />}>{t('notFound.home')}</Button>
    </main>
  )
}
