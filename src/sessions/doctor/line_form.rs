//! Where each agent keeps the parts of a message in a line, and how it resumes a session.

/// The lines of one format.
pub struct LineForm {
    pub format: &'static str,
    /// The name of the agent.
    pub agent: &'static str,
    /// The command that resumes a session, before its id.
    pub resume: Option<&'static str>,
    /// True if the file was exported from a database, whose rows have to be changed.
    pub is_export: bool,
    /// The list of messages in a line that has several.
    pub messages: &'static str,
    /// The lists of parts, in the line or in a message. A message is empty if the first had parts and all parts of all lists are removed.
    pub lists: &'static [&'static str],
    /// The members that hold a handle, if the message is not a list of parts.
    pub members: &'static [&'static str],
    /// True if a line is one item.
    pub is_item: bool,
    /// The member that names the call of a result, if a line is a result.
    pub result: &'static str,
    /// True if the agent sends the messages as they are stored. Others repair their structure when they build a request: missing and doubled results, calls
    /// without a result, messages without content.
    pub sends_as_stored: bool,
    /// True if a line without parts is removed. Otherwise its list stays empty.
    pub removes_empty: bool,
    /// The name of a line, and the members that name the line before it.
    pub id: &'static str,
    pub parents: &'static [&'static str],
}

const BASE: LineForm = LineForm {
    format: "",
    agent: "",
    resume: None,
    is_export: false,
    messages: "",
    lists: &[],
    members: &[],
    is_item: false,
    result: "",
    sends_as_stored: false,
    removes_empty: true,
    id: "",
    parents: &[],
};

static FORMS: [LineForm; 13] = [
    LineForm {
        format: "claude-code",
        agent: "Claude Code",
        resume: Some("claude --resume "),
        lists: &["message.content"],
        id: "uuid",
        parents: &["parentUuid", "logicalParentUuid"],
        ..BASE
    },
    LineForm {
        format: "codex",
        agent: "Codex",
        resume: Some("codex resume "),
        lists: &["payload.replacement_history"],
        is_item: true,
        // Without its line the messages before a compaction would be sent again.
        removes_empty: false,
        ..BASE
    },
    LineForm {
        format: "gemini-cli",
        agent: "Gemini CLI",
        resume: Some("gemini --resume "),
        messages: "$set.messages",
        lists: &["content", "toolCalls.*.result"],
        sends_as_stored: true,
        ..BASE
    },
    LineForm {
        format: "pi",
        agent: "pi",
        resume: Some("pi --session "),
        lists: &["message.content"],
        result: "message.toolCallId",
        id: "id",
        parents: &["parentId"],
        ..BASE
    },
    LineForm {
        format: "opencode",
        agent: "OpenCode",
        resume: Some("opencode --session "),
        is_export: true,
        lists: &["parts"],
        removes_empty: false,
        ..BASE
    },
    LineForm {
        format: "qwen-code",
        agent: "Qwen Code",
        resume: Some("qwen --resume "),
        lists: &["message.parts"],
        id: "uuid",
        parents: &["parentUuid"],
        ..BASE
    },
    LineForm {
        format: "copilot-cli",
        agent: "Copilot CLI",
        resume: Some("copilot --resume "),
        lists: &["data.toolRequests"],
        members: &["data.encryptedContent", "data.reasoningOpaque"],
        result: "data.toolCallId",
        removes_empty: false,
        ..BASE
    },
    LineForm {
        format: "droid",
        agent: "Droid",
        resume: Some("droid --resume "),
        lists: &["message.content"],
        id: "id",
        parents: &["parentId"],
        ..BASE
    },
    LineForm {
        format: "grok",
        agent: "Grok",
        resume: Some("grok --resume "),
        lists: &["tool_calls"],
        is_item: true,
        result: "tool_call_id",
        removes_empty: false,
        ..BASE
    },
    LineForm {
        format: "kimi",
        agent: "Kimi CLI",
        resume: Some("kimi --session "),
        lists: &["content", "tool_calls"],
        result: "tool_call_id",
        ..BASE
    },
    LineForm {
        format: "cline",
        agent: "Cline",
        lists: &["content", "content.*.reasoning_details", "reasoning_details"],
        is_item: true,
        ..BASE
    },
    LineForm {
        format: "continue",
        agent: "Continue",
        lists: &["message.reasoning_details", "message.toolCalls"],
        is_item: true,
        result: "message.toolCallId",
        ..BASE
    },
    LineForm {
        format: "hermes",
        agent: "Hermes",
        resume: Some("hermes --resume "),
        messages: "messages",
        lists: &["codex_reasoning_items", "reasoning_details", "tool_calls"],
        removes_empty: false,
        ..BASE
    },
];

impl LineForm {
    /// Returns the form of a format. `None` if no agent resumes its files.
    pub fn of(format: &str) -> Option<&'static Self> {
        FORMS.iter().find(|form| form.format == format)
    }
}
