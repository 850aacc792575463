import { Button, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../../../i18n/use-t.ts'
import classes from './final-call.module.css'
import section from './section.module.css'

export function FinalCall() {
  const t = useT()
  return (
    <section className={`${section.section} ${classes.call}`} aria-labelledby="final-title">
      <Title order={2} id="final-title" className={section.title}>
        {t('landing.finalTitle')}
      </Title>
      <Text>{t('landing.finalText')}</Text>
      <Button size="lg" renderRoot={(props) => <Link to="/signup" {...props} />}>
        {t('landing.finalAction')}
      </Button>
    </section>
  )
}
