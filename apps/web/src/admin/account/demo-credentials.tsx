import { Button, Text } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Panel } from '../../ui/page/panel.tsx'
import classes from './demo-credentials.module.css'

type Credentials = { username: string; password: string }

/** What opens the admin side of a demo. Outside demo mode the server has nothing to show. */
export function DemoCredentials({ onUse }: { onUse: (credentials: Credentials) => void }) {
  const t = useT()
  const { data } = trpc.admin.getDemoLogin.useQuery()
  if (!data) return null
  return (
    <Panel tone="earning" className={classes.panel}>
      <div>
        <Text fw={600}>{t('adminLogin.demo')}</Text>
        <Text size="sm">
          <code>{data.username}</code> / <code>{data.password}</code>
        </Text>
      </div>
      <Button variant="default" onClick={() => onUse(data)}>
        {t('adminLogin.demoFill')}
      </Button>
    </Panel>
  )
}
