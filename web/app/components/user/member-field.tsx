import { searchUsers } from '@askwell/contract/users.ts'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { call } from '../../session.ts'
import { TextInput } from '../../ui/text-input.tsx'

const SEARCH_DELAY = 200

/** A member's name; a few letters bring up members who may see the post it is about. */
export function MemberField({ name, label, object_id }: { name: string; label: string; object_id: string }) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<{ username: string; display_name: string }[]>([])
  useEffect(() => {
    if (!typed) return
    let current = true
    const timer = setTimeout(() => {
      call(searchUsers, { query: { username: typed, object_id } }).then(
        (members) => {
          if (current) setFound(members)
        },
        () => {},
      )
    }, SEARCH_DELAY)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [typed, object_id])
  return (
    <>
      <TextInput
        name={name}
        label={label}
        required
        list={listId}
        autoComplete="off"
        spellCheck={false}
        onInput={(event: FormEvent<HTMLInputElement>) => setTyped(event.currentTarget.value.trim().replace(/^@/, ''))}
      />
      <datalist id={listId}>
        {found.map(({ username, display_name }) => (
          <option key={username} value={username}>
            {display_name}
          </option>
        ))}
      </datalist>
    </>
  )
}
