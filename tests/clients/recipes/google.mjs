import { GoogleGenAI } from "@google/genai";
import { guardGoogleGenAI } from "rethought/clients";

const client = guardGoogleGenAI(new GoogleGenAI({ apiKey: process.env.GEMINI_API_KEY }), { mode: "repair" });
const { text } = await client.models.generateContent({ model: "gemini-3-pro-preview", contents: "Is it warm?" });
console.log(text);
