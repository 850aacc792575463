import { Button, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useUserToken } from '../../auth/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { Panel } from '../../ui/page/panel.tsx'
import classes from './questions.module.css'

/** Where to go from here. */
export function Questions() {
  const t = useT()
  const isVisitor = useUserToken() === null
  return (
    <Panel tone="quiet" aria-labelledby="questions-title" className={classes.panel ?? ''}>
      <div>
        <Title order={2} size="h3" id="questions-title">
          {t('about.questionsTitle')}
        </Title>
        <Text c="dimmed" mt={4}>
          {t('about.questionsText')}
        </Text>
      </div>
      <div className={classes.actions}>
        <Button
          variant={isVisitor ? 'default' : 'filled'}
          renderRoot={(props) => <Link to="/contact" {...props} />}
        >
          {t('about.contact')}
        </Button>
        {isVisitor && (
          <Button renderRoot={(props) => <Link to="/signup" {...props} />}>{t('about.join')}</Button>
        )}
      </div>
    </Panel>
  )
}
