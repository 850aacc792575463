import { Switch } from '@mantine/core'
import classes from './setting-switch.module.css'

type Props = {
  label: string
  description: string | undefined
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A label on the left and a switch on the right; both can be pressed. */
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
