/** What a member is told. */
export interface PluginNotification {
  /** The plugin's own name for it, of 1 to 200 characters: with the same key the same member is told once only, as long as the notification is there. */
  key: string
  /** One line without markup, of 1 to 300 characters. */
  text: string
  /** Where it leads, on this site: `/questions`, at most 500 characters. Without it, to the inbox. */
  path?: string
}

/**
 * Notifications with texts of the plugin's own, with the permission `write:notifications`. They stand in the inbox under the plugin's name; members
 * choose in their settings whether messages from plugins count as new, are mailed or pushed; in the list they are in any case.
 */
export interface PluginNotifications {
  /**
   * True: the member has it, now or since an earlier call with this key. False: there is nobody of that name who could read it, or they are suspended.
   * Throws where the permission is missing, what is said makes no sense (`text: …`), or the plugin has told this member ten things within 24 hours
   * (`limit: …`).
   */
  send(username: string, notification: PluginNotification): Promise<boolean>
}
