import { Switch } from '@mantine/core'
import classes from './setting-switch.module.css'

type Props = { label: string; description: string; isOn: boolean; onChange: (isOn: boolean) => void }

/** Words on the left, the switch on the right; the words can be pressed too. */
export function SettingSwitch({ label, description, isOn, onChange }: Props) {
  return (
    <Switch
      label={label}
      description={description}
      labelPosition="left"
      size="lg"
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
      classNames={{
        root: classes.root ?? '',
        body: classes.body ?? '',
        labelWrapper: classes.words ?? '',
        label: classes.label ?? '',
        description: classes.description ?? '',
        track: classes.track ?? '',
      }}
    />
  )
}
