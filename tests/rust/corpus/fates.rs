//! Changes that the clients of the recorded chains made to the thoughts that they sent back, each with its reason.
//!
//! The reason of every single one is proven where the two sides are compared; here is how often, by family, in thoughts.

/// How many requests of chains the part of the recording has that was counted.
pub const REQUESTS: usize = 944;

/// By what happened, the families and the number of thoughts.
pub const FATES: &[(&str, &[(&str, usize)])] = &[
    // In its place and order, every string the same.
    (
        "equal",
        &[
            ("anthropic-messages", 88),
            ("avian-chat", 1),
            ("azure-chat", 16),
            ("azure-responses", 2),
            ("bedrock-converse", 5),
            ("bedrock-invoke-anthropic", 1),
            ("bedrock-responses", 1),
            ("copilot-responses", 1),
            ("deepseek-chat", 15),
            ("deepseek-responses", 1),
            ("gemini-generate", 544),
            ("llamacpp-chat", 3),
            ("local-chat", 13),
            ("mistral-chat", 6),
            ("ollama-chat", 12),
            ("openai-responses", 164),
            ("openrouter-chat", 75),
            ("other-chat", 1),
            ("vercel-gateway-chat", 12),
            ("vertex-gemini-generate", 122),
            ("xai-chat", 21),
            ("xai-responses", 31),
            ("xiaomi-chat", 2),
            ("zai-chat", 8),
        ],
    ),
    // A member of the message was written before another that it came after: an object has no order.
    ("in another order", &[("openrouter-chat", 3)]),
    // The same strings elsewhere: under another name, on another wire, the signature of a text on a thought, an item whose
    // neighbour was left out or changed.
    (
        "in another place",
        &[
            ("bedrock-converse", 2),
            ("doubleword-chat", 6),
            ("gemini-generate", 8),
            ("openai-responses", 2),
            ("perplexity-chat", 1),
            ("vertex-gemini-generate", 2),
        ],
    ),
    // Several that came one after the other, in one.
    ("joined", &[("gemini-generate", 22), ("vertex-gemini-generate", 6)]),
    // Between tags with line breaks of the client's, or with a signature of another's.
    ("inside a longer one", &[("anthropic-messages", 1), ("groq-chat", 3)]),
    // The text of a summary without what was sealed, to another wire.
    ("sent in part", &[("mistral-chat", 1)]),
    // It is in no string of the request: summaries left out, what was sealed left out, or another text in its place.
    (
        "not sent",
        &[
            ("gemini-generate", 10),
            ("openai-responses", 2),
            ("openrouter-chat", 26),
            ("vercel-gateway-chat", 4),
            ("vertex-gemini-generate", 5),
        ],
    ),
    // One text under two names, of which the client sends one.
    ("came twice, sent once", &[("avian-chat", 1), ("doubleword-chat", 6), ("openrouter-chat", 34), ("vercel-gateway-chat", 2)]),
    // One text under two names, or one signature on every call, of what came once.
    (
        "sent twice",
        &[
            ("azure-chat", 16),
            ("deepseek-chat", 4),
            ("gemini-generate", 3),
            ("ollama-chat", 9),
            ("perplexity-chat", 1),
            ("vertex-gemini-generate", 3),
            ("xai-chat", 16),
        ],
    ),
    // A sealed item without its data.
    ("sent empty", &[("vercel-gateway-chat", 2)]),
    // The model was changed in mid-conversation, and the recorder links within a family.
    ("of another family's response", &[("gemini-generate", 8)]),
    // Placeholders, texts that the client changed, and what came before the recording.
    (
        "of no recorded response",
        &[
            ("anthropic-messages", 2),
            ("bedrock-chat", 1),
            ("deepseek-chat", 4),
            ("gemini-generate", 46),
            ("ollama-chat", 1),
            ("openai-responses", 3),
            ("openrouter-chat", 9),
            ("other-chat", 2),
        ],
    ),
    // Requests, not thoughts: Protocol Buffers.
    ("of a wire without a codec", &[("xai-grpc", 1)]),
];
